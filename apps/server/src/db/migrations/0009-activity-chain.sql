-- The activity log as a chain: each row holds the SHA-256 of itself and of the row before, in the order in which rows were committed.
-- The database computes it, so no part of the program can forget or choose it; `acequia audit verify` computes it again outside.
alter table activity add column seq bigint, add column via text not null default 'session', add column hash bytea;

create table activity_heads (
  tenant_id uuid primary key references tenants on delete cascade,
  seq bigint not null,
  hash bytea not null,
  -- The last row that its age has removed: the chain begins after it.
  trimmed_seq bigint not null default 0,
  trimmed_hash bytea not null default '\x'
);
alter table activity_heads enable row level security;
alter table activity_heads force row level security;
create policy gate on activity_heads for select to {{gate}} using (true);
grant select on activity_heads to {{gate}};

-- The functions below work as their owner, who is bound by the policies of forced tables like everyone else.
do $$
begin
  execute format('create policy keeper on activity to %I using (true) with check (true)', current_user);
  execute format('create policy keeper on activity_heads to %I using (true) with check (true)', current_user);
end $$;

-- Lengths in front, so that no two rows give the same bytes.
create function activity_hash(previous bytea, r activity) returns bytea language sql immutable as $$
  select sha256(convert_to(string_agg(octet_length(convert_to(part, 'UTF8')) || ':' || part, '' order by place), 'UTF8'))
  from unnest(array[encode(previous, 'hex'), r.tenant_id::text, r.seq::text, r.at::text, r.user_id::text, r.name, r.surname, r.email, r.entity,
    r.operation, r.object_name, coalesce('refused ' || r.refused_code, 'done'), r.ip, r.via]) with ordinality as parts (part, place)
$$;

create function chain_activity() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare head activity_heads;
begin
  insert into activity_heads (tenant_id, seq, hash) values (new.tenant_id, 0, '\x') on conflict do nothing;
  select * into head from activity_heads where tenant_id = new.tenant_id for update;
  new.seq := head.seq + 1;
  new.hash := activity_hash(head.hash, new);
  update activity_heads set seq = new.seq, hash = new.hash where tenant_id = new.tenant_id;
  return new;
end $$;

-- Rows of before, oldest first.
do $$
declare r activity; previous bytea; number bigint; t uuid;
begin
  for t in select distinct tenant_id from activity loop
    previous := '\x';
    number := 0;
    for r in select * from activity where tenant_id = t order by id loop
      number := number + 1;
      r.seq := number;
      previous := activity_hash(previous, r);
      update activity set seq = number, hash = previous where tenant_id = t and id = r.id;
    end loop;
    insert into activity_heads (tenant_id, seq, hash) values (t, number, previous);
  end loop;
end $$;

alter table activity alter column seq set not null, alter column hash set not null, add unique (tenant_id, seq);
create trigger chain before insert on activity for each row execute function chain_activity();

-- Age removes rows from the front of the chain, never younger ones than 30 days.
create function trim_activity(before bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare limit_at bigint := least(before, (extract(epoch from now()) * 1000)::bigint - 2592000000); head activity_heads; last_seq bigint; last_hash bytea;
begin
  for head in select * from activity_heads loop
    select coalesce(min(seq) - 1, head.seq) into last_seq from activity where tenant_id = head.tenant_id and at >= limit_at;
    select hash into last_hash from activity where tenant_id = head.tenant_id and seq = last_seq;
    if found then
      delete from activity where tenant_id = head.tenant_id and seq <= last_seq;
      update activity_heads set trimmed_seq = last_seq, trimmed_hash = last_hash where tenant_id = head.tenant_id;
    end if;
  end loop;
end $$;
revoke all on function trim_activity(bigint) from public;
grant execute on function trim_activity(bigint) to {{gate}};
revoke delete on activity from {{app}};
-- What `audit verify` reads.
create policy audit on activity for select to {{gate}} using (true);
grant select on activity to {{gate}};
