-- When the oldest event that a listener's journal keeps was written.
alter table health_parts add column oldest_at bigint;
