-- The figures of the portfolio's screen, each night as the agency reads them: what they are compared with a week later. Kept for a year.
create table report_figure (
  day date not null,
  tile text not null,
  value numeric,
  primary key (day, tile)
);
select kernel.agency_scoped('report_figure');
