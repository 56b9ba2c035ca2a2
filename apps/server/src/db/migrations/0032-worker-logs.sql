-- A worker holds a log; its number is part of every event id that begins in it. Number 1 is what all logs called themselves before.
-- A log may pass to another worker, which then holds several.
create table worker_logs (
  id text primary key,
  number integer generated always as identity (start with 2) unique,
  worker_id text not null references workers on delete cascade,
  created_at bigint not null
);
create index worker_logs_worker on worker_logs (worker_id);

alter table worker_logs enable row level security;
alter table worker_logs force row level security;
create policy gate on worker_logs to {{gate}} using (true) with check (true);
grant select, insert, update, delete on worker_logs to {{gate}};

-- A worker's number in its cluster said nothing that its log does not; servers of before still write it.
alter table workers alter column number drop not null;
grant select (created_at) on workers to {{app}};
