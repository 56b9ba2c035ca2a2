-- What each worker's parts do, with their last error; alerts, how people are told of them, and what is still to be sent.
create table health_parts (
  tenant_id uuid not null,
  worker_id text not null,
  kind text not null check (kind in ('listener', 'pipeline', 'datasink')),
  object_id text not null,
  pipeline_id text not null,
  node text not null,
  state text not null check (state in ('running', 'retrying', 'waiting', 'draining', 'error')),
  reason jsonb,
  since bigint not null,
  last_error jsonb,
  last_error_at bigint,
  waiting_events bigint not null,
  waiting_bytes bigint not null,
  kept_bytes bigint not null,
  undelivered_bytes bigint not null,
  limit_bytes bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, worker_id, kind, object_id, pipeline_id, node)
);

create table alerts (
  tenant_id uuid not null,
  id text not null,
  code text not null,
  -- What makes two conditions one alert.
  topic text not null,
  state text not null check (state in ('pending', 'open', 'resolved')),
  priority text not null check (priority in ('critical', 'high', 'medium', 'low')),
  source_type text not null check (source_type in ('listener', 'pipeline', 'datasink', 'unknown')),
  source_id text not null,
  cluster_id text not null,
  worker_id text not null,
  fields jsonb not null,
  -- How often it was raised, and how many things it speaks of.
  raises integer not null,
  places integer not null,
  first_at bigint not null,
  raised_at bigint,
  last_at bigint not null,
  resolved_at bigint,
  acknowledged_at bigint,
  acknowledged_by uuid,
  snoozed_until bigint,
  primary key (tenant_id, id)
);
create unique index alerts_unresolved on alerts (tenant_id, topic) where state <> 'resolved';
create index alerts_resolved on alerts (tenant_id, resolved_at);

create table alert_settings (
  tenant_id uuid primary key,
  emails text[] not null,
  language text not null check (language in ('en', 'es')),
  webhook_url text not null,
  sealed_key bytea,
  key_version integer not null,
  least_priority text not null check (least_priority in ('critical', 'high', 'medium', 'low')),
  last_fault jsonb,
  last_fault_at bigint,
  updated_at bigint not null
);

create table alert_sends (
  tenant_id uuid not null,
  id text not null,
  alert_id text not null,
  channel text not null check (channel in ('email', 'webhook')),
  target text not null,
  event text not null check (event in ('raised', 'resolved')),
  attempts integer not null,
  next_at bigint not null,
  created_at bigint not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alerts (tenant_id, id) on delete cascade
);
create index alert_sends_due on alert_sends (tenant_id, next_at);

do $$
declare t text;
begin
  foreach t in array array['health_parts', 'alerts', 'alert_settings', 'alert_sends'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
    execute format('grant select, insert, update, delete on %I to {{app}}', t);
  end loop;
end $$;
