-- Who may read whom a matter is about is the agency's own business.
select kernel.agency_scoped('resident_data_reader');
