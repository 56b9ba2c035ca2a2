-- The identity provider of a tenant that speaks SAML.
create table saml_configs (
  tenant_id uuid primary key references tenants on delete cascade,
  id text not null,
  idp_entity_id text not null check (length(idp_entity_id) <= 512),
  sso_url text not null,
  -- PEM, the order of the form.
  certificates text[] not null,
  name_id_format text not null check (name_id_format in ('persistent', 'emailAddress', 'unspecified')),
  -- The role of who saved it: nobody enters through it with a higher one.
  saved_role text not null check (saved_role in ('owner', 'admin', 'viewer')),
  updated_at bigint not null
);

-- Assertions that were taken, until they would be refused for their age.
create table saml_assertions (
  tenant_id uuid not null references tenants on delete cascade,
  assertion_id text not null,
  ends_at bigint not null,
  primary key (tenant_id, assertion_id)
);
create index saml_assertions_end on saml_assertions (ends_at);

do $$
declare t text;
begin
  foreach t in array array['saml_configs', 'saml_assertions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to {{app}} using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', t);
  end loop;
end $$;
grant select, insert, update, delete on saml_configs to {{app}};
grant select, insert on saml_assertions to {{app}};

-- Old ones are cleared in all tenants at once.
create policy gate on saml_assertions to {{gate}} using (true) with check (true);
grant select, delete on saml_assertions to {{gate}};
