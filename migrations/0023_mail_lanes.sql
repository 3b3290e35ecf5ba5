-- Mails leave in three lanes of their own, so that none holds another up: those that open an account, to one, to many.
alter table outbox add column lane text not null
  generated always as (case when email_id is not null then 'many' when event like 'account.%' then 'account' else 'one' end) stored;
drop index outbox_due;
create index outbox_due on outbox (lane, outbox_id) where sent_at is null and given_up_at is null;
