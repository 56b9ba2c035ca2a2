-- A change of an account or of the installation is made by the gate role; its activity row stands in the same transaction. Rows are only
-- added: the chain's trigger gives each its place, and nobody changes one.
create policy account on activity for insert to {{gate}} with check (true);
grant insert on activity to {{gate}};
