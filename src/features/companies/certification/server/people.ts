import { sql } from 'kysely'
import type { Recipient } from '#kernel/server/outbox.ts'

/**
 * SQL: the people to mail about application `r` of company `c`, as a JSON list of recipients: the company's
 * primary users, or its own address if it has none, and the analyst as a copy (domain 39.1).
 */
export const recipientsSql = sql<Recipient[]>`(
  select coalesce(json_agg(json_build_object('email', each.email, 'name', each.name, 'kind', each.kind)),
  '[]') from (
    select u.email, trim(u.first_name || ' ' || u.last_name) as name, 'to' as kind from app_user u
      where u.active and (u.user_id = r.submitted_by_id
      or (u.user_id = any (kernel.people_of(r.management_company_id))
        and (u.is_mc_admin or exists (select 1 from user_role o where o.user_id = u.user_id
        and o.role_id = 4))))
    union all
    select c.email, c.name, 'to' where c.email is not null and not exists (select 1 from app_user u
      where u.active and u.user_id = any (kernel.people_of(c.management_company_id))
        and (u.is_mc_admin or exists (select 1 from user_role o where o.user_id = u.user_id
        and o.role_id = 4)))
    union all
    select u.email, trim(u.first_name || ' ' || u.last_name), 'cc' from app_user u
      where u.active and u.user_id = r.reviewer_id) each)`
