-- American usage writes a percent without a space: "LIHTC 60%".
update rent_type set name = replace(name, ' %', '%') where name like '% \%';
