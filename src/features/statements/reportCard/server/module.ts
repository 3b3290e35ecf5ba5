import { sql } from 'kysely'
import { facts } from '#features/statements/annualStatement/model/index.ts'
import { startOfDay } from '#kernel/server/days.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { AFSReportCard, AFSReportCardCustomIncome, AFSReportCardFinding } from '../model/entities.ts'
import { clearedMail } from '../model/mails.ts'
import { reportCardSettings, thresholds } from '../model/settings.ts'
import { reportCardRules } from './computationRules.ts'
import { follower } from './follower.ts'
import { served } from './index.ts'
import { recentSnapshots, snapshotNight } from './night.ts'
import { sheetOfCards } from './sheet.ts'
import { watchFigures } from './watchFigures.ts'

export default {
  entities: [AFSReportCard, AFSReportCardCustomIncome, AFSReportCardFinding],
  served,
  jobs: [recentSnapshots, snapshotNight],
  settings: [...Object.values(thresholds), ...Object.values(reportCardSettings)],
  eventMails: [clearedMail],
  statementFollower: follower,
  computationRules: reportCardRules,
  watchFigures,
  factSheet: sheetOfCards,
  toDos: [
    {
      kind: 'reportCard.cure',
      label: 'Finding to cure',
      act: 'Cure',
      waitsFor: 'company',
      rows: () => sql`select f.afs_report_card_finding_id, f.property_id, null::integer,
        ${facts.permission}::text,
          'FS-' || f.afs_id || ': ' || left(f.sent_title, 120), f.cure_by, ${startOfDay(sql`f.sent_on`)},
          '/afs/review/reportcard/' || f.afs_id
        from afs_report_card_finding f join annual_statement a using (afs_id)
        where f.kind = 'cure' and f.sent_on is not null and f.cured_on is null and f.dropped_reason is null
        and a.status_id = ${sqlStatus.REJECTED}`,
    },
  ],
} satisfies ServerModule
