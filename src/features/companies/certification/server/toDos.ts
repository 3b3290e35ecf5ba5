import { sql } from 'kysely'
import type { FutureSource } from '#core/portfolio/findings/server/index.ts'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { CERTIFIED } from '../model/applications.ts'
import { certificationFacts } from '../model/facts.ts'
import { certificationSettings } from '../model/settings.ts'
import { hasApplicationWithAgency, isSuperseded } from './terms.ts'

/** The to-dos about certifications that end soon, of companies without an application for renewal. */
export const expiringToDos: ToDoSource = {
  kind: 'certification.expiring',
  label: 'Certification about to end',
  act: 'Renew',
  waitsFor: 'company',
  rows: async (today, settings) => {
    const soon = addDays(today, await settings.get(certificationSettings.firstReminder))
    return sql`select r.management_company_asset_certification_id, null::integer, r.management_company_id,
      null::text,
        'MC-' || r.management_company_asset_certification_id || ': ' || c.name, r.expires_on,
        null::timestamptz,
        ${certificationFacts.ofCompany}::text || '/' || r.management_company_id
      from management_company_asset_certification r join management_company c using (management_company_id)
      where r.status_id = ${CERTIFIED} and r.expires_on <= ${soon} and not ${isSuperseded}
      and not ${hasApplicationWithAgency}`
  },
}

/** The future non-compliance about certifications that end without another one or an application for it. */
export const upcomingExpirations: FutureSource = {
  source: 'Certification',
  rows: (today, through) => sql`select null::integer, r.management_company_id, null::text,
      'Certification MC-' || r.management_company_asset_certification_id || ' of ' || c.name || ' ends',
      r.expires_on,
      'The company may manage no property of the agency', false, 'Company',
      ${certificationFacts.ofCompany}::text || '/' || r.management_company_id
    from management_company_asset_certification r join management_company c using (management_company_id)
    where r.status_id = ${CERTIFIED} and r.expires_on between ${today}::date and ${through}::date
    and not ${isSuperseded} and not ${hasApplicationWithAgency}`,
}
