-- Two tiles are called by the word of what is open after its day; their earlier figures belong to them.
update report_figure set tile = 'Decisions overdue' where tile = 'Decisions late';
update report_figure set tile = '/api/reporting/ResidentRelation Replies to residents overdue'
  where tile = '/api/reporting/ResidentRelation Replies to residents late';
