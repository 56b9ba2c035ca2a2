-- When a data sink whose last attempt failed is tried again, by its worker's clock.
alter table health_parts add column next_try_at bigint;
