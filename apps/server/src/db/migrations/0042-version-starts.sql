-- What a worker reports of an earlier start of a version says nothing of a later one.
alter table version_clusters add column started_at bigint;
