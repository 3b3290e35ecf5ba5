-- Invoices and checks are searched by any part of their numbers.

create index invoice_words on invoice using gin (lower(invoice_number) gin_trgm_ops);
create index payment_words on payment using gin (lower(check_number) gin_trgm_ops);
