-- A session's cookie is renewed while it is used: a lasting id finds the row, the secret beside it changes.
-- Cookies of before have no such id, so everyone logs in once more. (truncate: row-level security hides the rows from the owner.)
truncate sessions;
alter table sessions drop constraint sessions_pkey;
alter table sessions rename column id_hash to secret_hash;
alter table sessions
  add column id uuid primary key,
  add column renewed_at bigint not null,
  add column seed bytea,
  add column previous_hash bytea,
  add column replaced_at bigint;
