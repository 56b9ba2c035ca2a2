-- Since when the condition of an open alert is not seen any more: the console shows it as over, people are told of its end later.
alter table alerts add column gone_at bigint;
