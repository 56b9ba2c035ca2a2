-- Each count says in which cluster it was counted: a listener may run in several. Minutes know the worker that counted them; hours and
-- days of before do not, so what they hold stays with the cluster of the listener. What is removed by now keeps none.
alter table ledger_minutes add column cluster_id text not null default '';
alter table ledger_hours add column cluster_id text not null default '';
alter table ledger_days add column cluster_id text not null default '';

-- An owner that is no superuser sees the rows only while the policies are not forced upon it.
do $$
declare t text;
begin
  foreach t in array array['ledger_minutes', 'ledger_hours', 'ledger_days', 'workers', 'listeners', 'version_references'] loop
    execute format('alter table %I no force row level security', t);
  end loop;
  update ledger_minutes m set cluster_id = w.cluster_id from workers w where w.id = m.worker_id;
  foreach t in array array['ledger_minutes', 'ledger_hours', 'ledger_days'] loop
    execute format('update %I l set cluster_id = o.cluster_id from listeners o where l.cluster_id = '''' and l.scope = ''listener'' and o.tenant_id = l.tenant_id and o.id = l.object_id', t);
    execute format('update %I l set cluster_id = v.cluster_id from (
      select r.tenant_id, r.version_id, min(o.cluster_id) as cluster_id from version_references r
        join listeners o on o.tenant_id = r.tenant_id and o.id = r.object_id where r.kind = ''listener'' group by 1, 2) v
      where l.cluster_id = '''' and l.scope <> ''listener'' and v.tenant_id = l.tenant_id and v.version_id = l.version_id', t);
  end loop;
  foreach t in array array['ledger_minutes', 'ledger_hours', 'ledger_days', 'workers', 'listeners', 'version_references'] loop
    execute format('alter table %I force row level security', t);
  end loop;
end $$;

alter table ledger_hours drop constraint ledger_hours_pkey, add primary key (tenant_id, at, scope, object_id, version_id, node, cluster_id);
alter table ledger_days drop constraint ledger_days_pkey, add primary key (tenant_id, at, scope, object_id, version_id, node, cluster_id);
