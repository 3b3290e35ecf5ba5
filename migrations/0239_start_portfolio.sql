-- People of the agency may begin with the portfolio, too (NAV-02).
alter table start_choice drop constraint start_choice_starts_with_check;
alter table start_choice add constraint start_choice_starts_with_check check (starts_with in ('Projects', 'Work', 'Portfolio'));
