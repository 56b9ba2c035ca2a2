-- The token that a worker joined with last: one whose answer was lost asks again with it.
alter table workers add column joined_with bytea;
-- What was replayed in a cluster goes with it.
alter table replays drop constraint replays_tenant_id_cluster_id_fkey;
alter table replays add foreign key (tenant_id, cluster_id) references tenant_clusters (tenant_id, cluster_id) on delete cascade;
