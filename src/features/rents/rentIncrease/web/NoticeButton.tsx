import { Button } from '@mantine/core'
import { downloadPdf } from '#core/correspondence/letters/web/index.ts'
import { getAgency } from '#core/platform/lookups/model/index.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall } from '#kernel/web/queries.ts'
import { IconDownload } from '#ui/frame/icons.ts'
import type { Detail } from '../model/increases.ts'
import type { Row } from '../model/rows.ts'
import { buildTenantNotice } from '../model/tenantNotice.ts'

/**
 * The button that downloads the tenants' notice, Exhibit A-21, as a PDF with the rents typed so far, for
 * the company to sign and post.
 */
export function NoticeButton({
  detail,
  rows,
  effectiveDate,
}: {
  detail: Detail
  rows: readonly Row[]
  effectiveDate: string | null
}) {
  const agency = useCall(getAgency, {})
  const downloadNotice = async () => {
    const { subject: propertyName, companyName, rules } = detail
    const notice = { propertyName, companyName, agencyName: agency.name, effectiveDate, rows }
    const definition = buildTenantNotice({ ...notice, noticeDays: rules.noticeDays })
    await downloadPdf(definition, `Notice to tenants ${propertyName}.pdf`).catch(() =>
      notify('The PDF could not be made. Check your connection and try again.', { kind: 'error' }),
    )
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void downloadNotice()}
    >
      Download the notice to sign
    </Button>
  )
}
