-- Health, alerts and templates of a tenant go with it. The owner is bound by the policies of forced tables, but for as long as they are not forced.
do $$
declare t text;
begin
  foreach t in array array['health_parts', 'alerts', 'alert_settings', 'templates'] loop
    execute format('alter table %I no force row level security', t);
    execute format('delete from %I o where not exists (select from tenants where id = o.tenant_id)', t);
    execute format('alter table %I add foreign key (tenant_id) references tenants on delete cascade', t);
    execute format('alter table %I force row level security', t);
  end loop;
end $$;
