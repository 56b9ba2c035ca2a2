-- How members log in besides their password, and until when the tenant is tried out.
alter table tenants
  add column mfa_required boolean not null default false,
  add column sso text not null default 'unconfigured' check (sso in ('unconfigured', 'openid', 'saml')),
  -- Null: no trial. Told at the creation, moved by the operator alone.
  add column trial_ends_at bigint,
  -- When the pipelines were stopped because the trial was over.
  add column trial_stopped_at bigint,
  add constraint tenants_mfa_or_sso check (not (mfa_required and sso <> 'unconfigured'));

-- Inside a tenant its people change how they log in, and the end of a trial is noted; nothing else of it.
create policy own_change on tenants for update to {{app}} using (id = (select current_tenant())) with check (id = (select current_tenant()));
grant update (mfa_required, sso, trial_stopped_at) on tenants to {{app}};
