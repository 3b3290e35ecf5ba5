import type pg from 'pg'

/**
 * Checks the rules between a request, its history, the audit log, the ledger, the outbox and the letters that
 * apply at any moment and after any crash, for all requests or the given ones. It returns one line for each
 * violation, so an empty list means that all is well. It needs the owner's connection, which is not subject
 * to row-level security.
 */
export async function findViolations(
  owner: pg.Client,
  requestIds: readonly number[] | null = null,
): Promise<string[]> {
  const result = await owner.query<{ violation: string }>(
    `with ${COMMON_QUERIES} ${VIOLATION_QUERIES.join(' union all ')} order by violation`,
    [requestIds],
  )
  return result.rows.map((row) => row.violation)
}

const isAmongIds = (column: string): string => `($1::integer[] is null or ${column} = any ($1))`

const COMMON_QUERIES = `
  request as (select r.*, r.replacement_reserve_request_id as id, 'R-' || r.replacement_reserve_request_id || ': ' as name,
      (select coalesce(sum(approved_amount), 0) from replacement_reserve_request_item i where i.replacement_reserve_request_id = r.replacement_reserve_request_id) as approved
    from replacement_reserve_request r where ${isAmongIds('r.replacement_reserve_request_id')}),
  step as (select s.*, lag(to_status_id) over later as before, lead(status_history_id) over later as next
    from status_history s where entity = 'ReplacementReserveRequest' and ${isAmongIds('row_id')}
    window later as (partition by row_id order by status_history_id)),
  change as (select * from audit_log where table_name = 'replacement_reserve_request' and ${isAmongIds('row_id')}),
  entry as (select * from reserve_entry where entity = 'ReplacementReserveRequest' and ${isAmongIds('row_id')}),
  mail as (select * from outbox where entity = 'ReplacementReserveRequest' and ${isAmongIds('row_id')})`

/** SQL for the number of steps of a request that meet a condition. */
const countSteps = (condition: string): string =>
  `(select count(*) from step s where s.row_id = r.id and ${condition})`
const countMails = (event: string): string =>
  `(select count(*) from mail m where m.row_id = r.id and m.event = 'reserve.${event}')`
/**
 * SQL that finds requests whose mails about an event do not match in number the steps with one of the
 * actions.
 */
const requireOneMailPerStep = (event: string, actions: string): string =>
  `select name || ${countMails(event)} || ' mails ${event} for ' || ${countSteps(`s.action in (${actions})`)} || ' steps' from request r
   where ${countMails(event)} <> ${countSteps(`s.action in (${actions})`)}`

const VIOLATION_QUERIES = [
  `select name || 'stands at ' || r.status_id || ', its history ends at ' || coalesce(s.to_status_id::text, 'nothing') as violation
   from request r left join step s on s.row_id = r.id and s.next is null where r.status_id is distinct from s.to_status_id`,
  `select 'R-' || s.row_id || ': ' || s.action || ' leads from ' || s.from_status_id || ' after ' || s.before from step s
   where s.from_status_id is distinct from s.before`,
  `select 'R-' || s.row_id || ': a step of no request' from step s where not exists (select 1 from request r where r.id = s.row_id)`,
  `select name || 'version ' || r.version || ' after ' || (select count(*) from change c where c.row_id = r.id and c.changes ? 'version' and c.operation = 'update') || ' changes'
   from request r where r.version <> 1 + (select count(*) from change c where c.row_id = r.id and c.changes ? 'version' and c.operation = 'update')`,
  `select 'R-' || c.row_id || ': version jumps ' || (c.changes -> 'version') from change c
   where c.operation = 'update' and (c.changes -> 'version' ->> 1)::integer <> (c.changes -> 'version' ->> 0)::integer + 1`,
  `select 'R-' || s.row_id || ': ' || s.action || ' is in the audit log ' || count(c.request_id) || ' times' from step s
   left join change c on c.row_id = s.row_id and c.request_id = s.request_id and (s.from_status_id is null and c.operation = 'insert'
     or c.changes -> 'status_id' = jsonb_build_array(s.from_status_id, s.to_status_id))
   where s.from_status_id is distinct from s.to_status_id group by s.status_history_id, s.row_id, s.action having count(c.request_id) <> 1`,
  `select 'R-' || c.row_id || ': a status changed with ' || count(s.request_id) || ' steps' from change c
   left join step s on s.row_id = c.row_id and s.request_id = c.request_id
   where c.operation = 'update' and c.changes ? 'status_id' group by c.audit_log_id, c.row_id having count(s.request_id) <> 1`,
  `select name || 'has drawn ' || coalesce(e.drawn, 0) || ' of ' || r.approved || ' approved at status ' || r.status_id
   from request r left join (select row_id as id, -sum(amount) as drawn from entry group by 1) e using (id)
   where coalesce(e.drawn, 0) <> case when r.status_id = 5 and not r.pre_approved then r.approved else 0 end`,
  `select name || 'more releases than approvals' from request r
   where (select count(*) from entry e where e.row_id = r.id and e.kind = 'Release') > ${countSteps('s.to_status_id = 5')}
     or (select count(*) from entry e where e.row_id = r.id and e.kind = 'Reversal') > ${countSteps('s.from_status_id = 5')}`,
  `select 'account ' || reserve_account_id || ' is overdrawn' from reserve_entry group by reserve_account_id having sum(amount) < 0`,
  requireOneMailPerStep('submitted', `'submit'`),
  requireOneMailPerStep('recalled', `'recall'`),
  requireOneMailPerStep('returned', `'return'`),
  requireOneMailPerStep('approved', `'approve', 'approveDirectly'`),
  requireOneMailPerStep('denied', `'deny'`),
  `select name || 'letters and decisions differ in number' from request r
   where (select count(*) from letter l where l.entity = 'ReplacementReserveRequest' and l.row_id = r.id)
     <> ${countSteps(`s.action in ('approve', 'approveDirectly', 'deny')`)}`,
  `select name || 'claims its invoices though denied, or does not though open' from request r
   where (select count(*) from invoice v where v.module_name = 'Replacement_Reserve' and v.request_id = r.id)
     <> case when r.status_id = 6 then 0 else (select count(*) from replacement_reserve_request_item i where i.replacement_reserve_request_id = r.id) end`,
]
