-- The accounts that came with the demonstration, which the sign-in page lists. No portal in service has any.

create table demonstration_account (
  user_id integer primary key references app_user on delete cascade,
  purpose text not null
);
select kernel.audited('demonstration_account', 'user_id');
revoke insert, update, delete on demonstration_account from rooftree_app;
