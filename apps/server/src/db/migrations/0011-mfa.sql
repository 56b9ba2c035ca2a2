-- Second factor: secrets of authenticator apps (sealed with the deployment's key), recovery codes, links that take a factor away.
create table totp_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  -- Newest 30-second step whose code was accepted: none is accepted twice.
  last_step bigint not null,
  confirmed_at bigint not null
);
-- Shown, and not yet confirmed with a first code.
create table totp_enrolments (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at bigint not null
);
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
create table mfa_resets (
  token_hash bytea primary key,
  user_id uuid not null unique references users on delete cascade,
  email text not null,
  expires_at bigint not null
);

do $$
declare t text;
begin
  foreach t in array array['totp_factors', 'totp_enrolments', 'recovery_codes', 'mfa_resets'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
end $$;
create policy gate on totp_factors to {{gate}} using (true) with check (true);
create policy gate on totp_enrolments to {{gate}} using (true) with check (true);
create policy gate on recovery_codes to {{gate}} using (true) with check (true);
create policy gate on mfa_resets to {{gate}} using (true) with check (true);
grant select, insert, update, delete on totp_factors, totp_enrolments, recovery_codes, mfa_resets to {{gate}};

alter table sessions
  -- What is missing before the session may do anything; null: nothing.
  add column step text check (step in ('totp', 'activation')),
  -- When the user last proved who they are; sessions of before count as never.
  add column authenticated_at bigint not null default 0;
