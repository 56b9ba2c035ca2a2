-- Names of secrets that differ in capitals alone are one name. Those that are there twice stay as they are: all but the oldest keep a key of
-- their own until they get another name.
alter table secrets add column name_key text, add column certificate_ends_at bigint;
update secrets set name_key = lower(name) || case
  when exists (
    select from secrets older
    where older.tenant_id = secrets.tenant_id and lower(older.name) = lower(secrets.name) and (older.created_at, older.id) < (secrets.created_at, secrets.id)
  ) then ' ' || id else '' end;
alter table secrets alter column name_key set not null;
alter table secrets drop constraint secrets_name;
alter table secrets add constraint secrets_name unique (tenant_id, name_key);

-- API keys belong to the organization: who made them may leave.
alter table auth_tokens drop constraint auth_tokens_tenant_id_user_id_fkey;
alter table auth_tokens add column made_by text;
update auth_tokens set made_by = coalesce((select trim(name || ' ' || surname) from users where users.id = user_id), '');
alter table auth_tokens alter column made_by set not null;
alter table auth_tokens add foreign key (tenant_id) references tenants on delete cascade;
alter table auth_tokens add foreign key (user_id) references users on delete cascade;
