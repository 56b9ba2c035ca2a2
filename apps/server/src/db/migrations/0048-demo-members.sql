-- Who is a member of a demo is a member of the organization that it was made for, with the same role: who leaves it leaves both.
-- The function works as its owner, who is bound by the policies of forced tables like everyone else.
do $$
begin
  execute format('create policy keeper on memberships to %I using (true) with check (true)', current_user);
  execute format('create policy keeper on tenants for select to %I using (true)', current_user);
end $$;

create function follow_membership() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    delete from memberships m using tenants t where t.demo_of = old.tenant_id and m.tenant_id = t.id and m.user_id = old.user_id;
  else
    update memberships m set role = new.role from tenants t where t.demo_of = new.tenant_id and m.tenant_id = t.id and m.user_id = new.user_id;
  end if;
  return null;
end $$;
create trigger follow after delete or update of role on memberships for each row execute function follow_membership();

delete from memberships m using tenants t
where m.tenant_id = t.id and t.demo_of is not null
  and not exists (select from memberships h where h.tenant_id = t.demo_of and h.user_id = m.user_id);
update memberships m set role = h.role from tenants t, memberships h
where m.tenant_id = t.id and h.tenant_id = t.demo_of and h.user_id = m.user_id;
