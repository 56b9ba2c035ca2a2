-- With which number a worker's log was last opened, and by which start of the worker: no two starts are given the same.
alter table worker_logs add column opened integer not null default 0;
alter table worker_logs add column opened_by text not null default '';
-- When a start of the worker asked that was not its latest: its data and keys were copied.
alter table workers add column copied_at bigint;
grant select (copied_at) on workers to {{app}};
