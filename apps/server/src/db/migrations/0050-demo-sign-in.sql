-- A demo has no way to log in of its own: no provider, no second factor, no invitations. Who may enter is decided in its organization.
do $$
declare forced regclass[] := array(
  select oid::regclass from pg_class
  where relforcerowsecurity and relnamespace = 'public'::regnamespace
    and relname in ('tenants', 'sessions', 'invitations', 'identities', 'openid_configs', 'saml_configs'));
declare t regclass;
begin
  foreach t in array forced loop execute format('alter table %s no force row level security', t); end loop;
  delete from openid_configs o using tenants d where d.id = o.tenant_id and d.demo_of is not null;
  delete from saml_configs o using tenants d where d.id = o.tenant_id and d.demo_of is not null;
  delete from identities o using tenants d where d.id = o.tenant_id and d.demo_of is not null;
  delete from invitations o using tenants d where d.id = o.tenant_id and d.demo_of is not null;
  delete from sessions o using tenants d where d.id = o.tenant_id and d.demo_of is not null and o.via <> 'password';
  update tenants set sso = 'unconfigured', mfa_required = false where demo_of is not null;
  foreach t in array forced loop execute format('alter table %s force row level security', t); end loop;
end $$;
alter table tenants add constraint demo_logs_in_at_home check (demo_of is null or (sso = 'unconfigured' and not mfa_required));
