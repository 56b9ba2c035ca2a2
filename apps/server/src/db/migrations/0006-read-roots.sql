-- Folders whose files listeners may read on a worker, as it told when it last introduced itself.
alter table workers add column read_roots text[];
grant select (read_roots) on workers to {{app}};
