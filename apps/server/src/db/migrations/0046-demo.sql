-- The organization whose demo it is. Null: a real one. It goes with what it was made for.
alter table tenants add column demo_of uuid unique references tenants on delete cascade;
