import { sql } from 'kysely'
import { startOfDay } from '#kernel/server/days.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { facts } from '#modules/statements/annualStatement/model/index.ts'
import { AFSReportCard, AFSReportCardCustomIncome, AFSReportCardFinding } from '../model/entities.ts'
import { clearedMail } from '../model/mails.ts'
import { reportCardSettings, thresholds } from '../model/settings.ts'
import { follower } from './follower.ts'
import { served } from './index.ts'
import { snapshotNight } from './night.ts'
import { reckoned } from './reckoned.ts'
import { sheetOfCards } from './sheet.ts'

/** The metric of a card that tells of debt coverage. */
const coverageId = 'RPC-M1'

export default {
  entities: [AFSReportCard, AFSReportCardCustomIncome, AFSReportCardFinding],
  served,
  jobs: [snapshotNight],
  settings: [...Object.values(thresholds), ...Object.values(reportCardSettings)],
  eventMails: [clearedMail],
  statementFollower: follower,
  reckoned,
  watchFigures: [
    {
      key: 'coverage',
      rows: (
        day,
      ) => sql`select k.property_id, make_date(k.year, 12, 31), (m.metric ->> 'value')::numeric, '/afs/review/reportcard/' || k.afs_id
        from afs_report_card k join afs_report_card_figures g using (afs_report_card_id)
        cross join lateral jsonb_array_elements(g.figures -> 'metrics') m (metric)
        where k.archived_at is null and m.metric ->> 'id' = ${coverageId} and m.metric ->> 'value' is not null
          and k.year between extract(year from ${day}::date) - 5 and extract(year from ${day}::date)`,
    },
  ],
  factSheet: sheetOfCards,
  toDos: [
    {
      kind: 'reportCard.cure',
      label: 'Finding to cure',
      act: 'Cure',
      waitsFor: 'company',
      rows: () => sql`select f.afs_report_card_finding_id, f.property_id, null::integer, ${facts.permission}::text,
          'FS-' || f.afs_id || ': ' || left(f.sent_title, 120), f.cure_by, ${startOfDay(sql`f.sent_on`)}, '/afs/review/reportcard/' || f.afs_id
        from afs_report_card_finding f join annual_statement a using (afs_id)
        where f.kind = 'cure' and f.sent_on is not null and f.cured_on is null and f.dropped_reason is null and a.status_id = ${sqlStatus.REJECTED}`,
    },
  ],
} satisfies ServerModule
