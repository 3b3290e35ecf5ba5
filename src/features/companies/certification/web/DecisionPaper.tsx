import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { downloadPdf, LetterDialog, printPdf } from '#core/correspondence/letters/web/index.ts'
import { getAgency } from '#core/platform/lookups/model/index.ts'
import { agencyDay, formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { IconDownload, IconPrinter } from '#ui/frame/icons.ts'
import { Modal } from '#ui/frame/Modal.tsx'
import type { ApplicationDetail } from '../model/applications.ts'
import {
  type Certificate,
  createCertificateDocument,
  getCertificateTexts,
  getDecisionDocument,
} from '../model/certificate.ts'
import styles from './certification.module.css'

/** The button that opens the document of a decision: the certificate, or the letter about a rejection. */
export function DecisionDocumentButton({ detail }: { detail: ApplicationDetail }) {
  const agency = useCall(getAgency, {})
  const [isOpened, setIsOpened] = useState(false)
  const decisionDocument = getDecisionDocument(detail.decisionDocument)
  if (!decisionDocument) return null
  const close = () => setIsOpened(false)
  const day = agencyDay(detail.decided ?? detail.createdAt ?? '')
  const name = decisionDocument.kind === 'certificate' ? 'Certificate' : 'Letter of rejection'
  return (
    <section aria-label="Decision letter">
      <Button variant="default" onClick={() => setIsOpened(true)} aria-haspopup="dialog">
        {name}, {formatDate(day, 'MM/DD/YYYY')}
      </Button>
      {decisionDocument.kind === 'certificate' ? (
        <CertificateDialog
          certificate={decisionDocument}
          agencyName={agency.name}
          opened={isOpened}
          onClose={close}
        />
      ) : (
        <LetterDialog
          opened={isOpened}
          onClose={close}
          letter={decisionDocument.letter}
          fileName={`${detail.requestNumber} rejection.pdf`}
          options={{
            agency: { shortName: agency.shortName, name: agency.name, addressLines: agency.addressLines },
            today: day,
            title: `Rejection of certification application ${detail.requestNumber}`,
          }}
        />
      )}
    </section>
  )
}

type DialogProps = { certificate: Certificate; agencyName: string; opened: boolean; onClose: () => void }

function CertificateDialog({ certificate, agencyName, opened, onClose }: DialogProps) {
  const [fault, setFault] = useState<string | null>(null)
  const createPdf = async (work: (page: Window | null) => Promise<void>, page: Window | null) => {
    setFault(null)
    try {
      await work(page)
    } catch {
      page?.close()
      setFault('The PDF could not be made. Check your connection and try again.')
    }
  }
  const createDefinition = () => createCertificateDocument(certificate, agencyName)
  const download = () =>
    void createPdf(() => downloadPdf(createDefinition(), `Certificate ${certificate.number}.pdf`), null)
  const print = () => {
    // The page is opened within the click, because a page opened after the PDF is made would be blocked as a
    // pop-up.
    const page = window.open('', '_blank')
    if (page) void createPdf(() => printPdf(createDefinition(), page), page)
    else
      setFault('The browser blocked the page for printing. Allow pop-ups for this site, or download the PDF.')
  }
  return (
    <Modal opened={opened} onClose={onClose} title={`Certificate ${certificate.number}`} size={880}>
      <Group gap="sm">
        <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={download} data-autofocus>
          Download PDF
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
          Print
        </Button>
      </Group>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <CertificatePreview certificate={certificate} agencyName={agencyName} />
    </Modal>
  )
}

function CertificatePreview({ certificate, agencyName }: Pick<DialogProps, 'certificate' | 'agencyName'>) {
  const text = getCertificateTexts(certificate, agencyName)
  return (
    <article className={styles.certificate} aria-label="Certificate">
      <p className={styles.grey}>{text.agency}</p>
      <p className={styles.title}>{text.title}</p>
      <p>{text.opening}</p>
      <p className={styles.name}>{text.company}</p>
      <p className={styles.grey}>{text.place}</p>
      <p>{text.body}</p>
      <p>
        <strong>{text.term}</strong>
      </p>
      {certificate.signature?.Image && <img src={certificate.signature.Image} alt="Signature" />}
      <p className={styles.signer}>{text.signer.join(', ')}</p>
      <p className={styles.grey}>{text.given}</p>
    </article>
  )
}
