-- Uploaded files are checked in the background: how far a check is, until when a server has it in hand, how often one took it up.
alter table lookup_versions
  add column checked_bytes bigint not null default 0,
  add column taken_until bigint,
  add column takes integer not null default 0;
