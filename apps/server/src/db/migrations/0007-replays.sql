-- Replays of what listeners received; each worker's part apart.
create table replays (
  tenant_id uuid not null,
  id text not null,
  listener_id text not null,
  cluster_id text not null,
  pipeline_id text not null,
  version_id text not null,
  from_ms bigint not null,
  to_ms bigint not null,
  decode text not null check (decode in ('current', 'received')),
  keys text not null check (keys in ('same', 'new')),
  events_per_second integer not null,
  state text not null check (state in ('running', 'done', 'stopped', 'failed')),
  reason jsonb,
  created_at bigint not null,
  created_by uuid not null,
  ended_at bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, listener_id) references listeners (tenant_id, id) on delete cascade,
  foreign key (tenant_id, pipeline_id) references pipelines (tenant_id, id) on delete cascade,
  foreign key (tenant_id, version_id) references versions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, cluster_id) references tenant_clusters (tenant_id, cluster_id)
);
create index replays_created on replays (tenant_id, created_at desc);

create table replay_workers (
  tenant_id uuid not null,
  replay_id text not null,
  worker_id text not null,
  report jsonb not null,
  primary key (tenant_id, replay_id, worker_id),
  foreign key (tenant_id, replay_id) references replays (tenant_id, id) on delete cascade
);

alter table ledger_minutes drop constraint ledger_minutes_scope_check;
alter table ledger_minutes add constraint ledger_minutes_scope_check check (scope in ('listener', 'pipeline', 'node', 'replay'));

do $$
declare t text;
begin
  foreach t in array array['replays', 'replay_workers'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
    execute format('grant select, insert, update, delete on %I to {{app}}', t);
  end loop;
end $$;
