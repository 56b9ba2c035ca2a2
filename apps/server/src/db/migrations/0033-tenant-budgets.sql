-- What a tenant may do so often in a while. It is spent in the tenant's own transaction, so that no transaction of a tenant waits for a
-- connection of the system's.
create table tenant_budgets (
  tenant_id uuid not null references tenants on delete cascade,
  name text not null,
  spent integer not null,
  since bigint not null,
  primary key (tenant_id, name)
);
alter table tenant_budgets enable row level security;
alter table tenant_budgets force row level security;
create policy tenant on tenant_budgets to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on tenant_budgets to {{app}};
