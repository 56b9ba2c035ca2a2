-- Work of tenants is claimed job by job (schema jobs, made by the job library): deliveries of alerts are tried again by it.
alter table alert_sends drop column attempts, drop column next_at;

-- Which refreshes are due, without what they fetch.
create policy due on lookup_refreshes for select to {{gate}} using (true);
grant select (tenant_id, lookup_id, next_at) on lookup_refreshes to {{gate}};
create index lookup_refreshes_due on lookup_refreshes (next_at);

-- The newest minutes of each ledger, which the roll-up leaves.
create index ledger_minutes_newest on ledger_minutes (tenant_id, worker_id, object_id, version_id, generation, at);

-- Removes the front of one tenant's chain of activity, a bounded piece at a time; true when there is more.
create function trim_activity(wanted uuid, before bigint, pieces integer) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare limit_at bigint := least(before, (extract(epoch from now()) * 1000)::bigint - 2592000000); head activity_heads; end_seq bigint; last_seq bigint; last_hash bytea;
begin
  select * into head from activity_heads where tenant_id = wanted;
  if not found then return false; end if;
  select coalesce(min(seq) - 1, head.seq) into end_seq from activity where tenant_id = wanted and at >= limit_at;
  last_seq := least(end_seq, head.trimmed_seq + pieces);
  select hash into last_hash from activity where tenant_id = wanted and seq = last_seq;
  if not found then return false; end if;
  delete from activity where tenant_id = wanted and seq <= last_seq;
  update activity_heads set trimmed_seq = last_seq, trimmed_hash = last_hash where tenant_id = wanted;
  return last_seq < end_seq;
end $$;
revoke all on function trim_activity(uuid, bigint, integer) from public;
grant execute on function trim_activity(uuid, bigint, integer) to {{gate}};
drop function trim_activity(bigint);
