import { Alert, Button } from '@mantine/core'
import { Link } from 'react-router'
import { getReviewKey, openPath } from '#engines/review/model/index.ts'
import { OfferButton } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { applications } from '../model/applications.ts'
import { getAllByManagementCompany, getCompanyCertification } from '../model/calls.ts'
import { certificationFacts } from '../model/facts.ts'
import { companyColumns } from './columns.tsx'

/**
 * The screen of one company's certification: until when it is certified, whether a renewal is due, and all
 * applications.
 */
export default function CompanyApplications() {
  const { managementCompanyId } = useNumericParams('managementCompanyId')
  const certification = useCall(getCompanyCertification, { params: { managementCompanyId } })
  const rows = useCall(getAllByManagementCompany, { params: { managementCompanyId } })
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const mayApply = certification !== null && !readOnly
  const isRenewal = rows.some((line) => line.expiresOn !== null)
  return (
    <Screen
      title={certification ? `${certification.companyName}: certification` : 'Certification'}
      breadcrumbs={
        agency ? [{ label: 'Certification of management companies', to: '/McCertificationList' }] : []
      }
      actions={
        mayApply && (
          <OfferButton
            review={applications}
            begun={{ managementCompanyId: certification.managementCompanyId }}
            refusedTitle="No application can be begun now"
          >
            <Button
              component={Link}
              to={certificationFacts.fresh.replace(
                ':managementCompanyId',
                String(certification.managementCompanyId),
              )}
            >
              {isRenewal ? 'Apply for renewal' : 'New application'}
            </Button>
          </OfferButton>
        )
      }
    >
      {certification ? (
        <>
          {certification.isDue && (
            <Alert color="yellow" title="A renewal is due">
              {certification.expiresOn
                ? `The certification ends on ${formatDate(certification.expiresOn, 'MM/DD/YYYY')}.`
                : 'The certification has ended.'}{' '}
              The application comes filled with the last one.
            </Alert>
          )}
          <Facts
            facts={[
              {
                label: 'Certified until',
                value: certification.expiresOn
                  ? formatDate(certification.expiresOn, 'MM/DD/YYYY')
                  : 'Not certified',
              },
            ]}
          />
          <DataTable
            caption="Applications"
            rows={rows}
            columns={companyColumns}
            rowKey={(line) => getReviewKey(applications.entity, line)}
            to={(line) => openPath(applications, line)}
            height="none"
            csvName="certification-applications"
            empty="This company has not applied yet."
          />
        </>
      ) : (
        <EmptyState
          title="There is no company to show here."
          text="Certification is about management companies; your account belongs to none, or to another one."
        />
      )}
    </Screen>
  )
}
