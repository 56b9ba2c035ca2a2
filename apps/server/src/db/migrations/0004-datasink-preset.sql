-- The preset a datasink was made from; what a new node of it begins with.
alter table datasinks add column preset text;
