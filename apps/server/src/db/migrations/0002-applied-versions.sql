-- What the workers report of a version's start: until one has applied it, the version is starting.
alter table version_clusters add column applied boolean not null default false;
