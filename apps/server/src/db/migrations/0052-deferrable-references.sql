-- A tenant is removed in one statement, and rows that refer to its clusters and secrets go with it in any order.
do $$
declare r record;
begin
  for r in select conrelid::regclass as t, conname from pg_constraint
    where contype = 'f' and confdeltype = 'a' and confrelid in ('tenant_clusters'::regclass, 'secrets'::regclass)
  loop
    execute format('alter table %s alter constraint %I deferrable', r.t, r.conname);
  end loop;
end $$;
