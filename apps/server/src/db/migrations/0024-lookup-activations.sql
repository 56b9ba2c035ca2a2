-- When each version of a lookup came into force, so that an event of the past can be shown with the rows of its time.
create table lookup_activations (
  tenant_id uuid not null,
  lookup_id text not null,
  turn integer not null,
  number integer not null,
  replaced integer,
  activated_at bigint not null,
  activated_by uuid not null,
  primary key (tenant_id, lookup_id, turn),
  foreign key (tenant_id, lookup_id) references lookups (tenant_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['lookup_activations'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
    execute format('grant select, insert, delete on %I to {{app}}', t);
  end loop;
end $$;
