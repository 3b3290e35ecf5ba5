import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  convertHtmlToText,
  fillContent,
  getContentFaults,
  getMissingPlaceholders,
  type MailContent,
} from './content.ts'
import { getMailTemplateValues, type PropertyFacts, placeholders } from './placeholders.ts'

const content = (parts: Partial<MailContent>): MailContent => ({
  kind: 'Property',
  subject: 'Hello',
  body: '<p>Text</p>',
  ...parts,
})
const messages = (parts: Partial<MailContent>) =>
  getContentFaults(content(parts), { body: 'emailBody', own: 'additionalParameters' }).map(
    (fault) => `${fault.field}: ${fault.message}`,
  )

const property = (name: string, parts: Partial<PropertyFacts> = {}): PropertyFacts => ({
  propertyId: 1,
  name,
  agencyNumber: null,
  lihtcNumber: null,
  address: '1 Street',
  city: 'Columbia',
  zip: '65201',
  county: 'Boone',
  totalUnits: 12,
  ownerName: null,
  companyName: 'Test Company',
  companyAddress: null,
  companyPhone: null,
  ...parts,
})
const facts = (...properties: PropertyFacts[]) => ({
  recipientName: 'Primary Contact',
  today: '2026-11-21',
  agencyName: 'Agency',
  agencyShortName: 'AG',
  portalAddress: 'https://portal.example',
  properties,
  own: [{ name: 'deadline', value: 'May 1' }],
})

describe('faults of a mail', () => {
  test('LET-30 an unknown placeholder in the subject or text is a fault that names it', () => {
    expect(messages({ subject: '{{propertyNam}}', body: '<p>{{today}} {{rent}}</p>' })).toEqual([
      'subject: Subject: there is no placeholder {{propertyNam}} for mail of this kind.',
      'emailBody: Text: there is no placeholder {{rent}} for mail of this kind.',
    ])
    expect(messages({ kind: 'Person', body: '{{propertyName}}' })).toHaveLength(1)
    expect(messages({ body: '{{deadline}}', own: [{ name: 'deadline', value: 'May 1' }] })).toEqual([])
  })

  test('a placeholder without closing braces is a fault, and every known one is accepted', () => {
    expect(messages({ body: '<p>{{today</p>' })).toHaveLength(1)
    expect(
      messages({ body: placeholders.Property.map((placeholder) => `{{ ${placeholder.name} }}`).join(' ') }),
    ).toEqual([])
  })

  test('a subject of two lines, which would forge a header, is refused', () => {
    expect(messages({ subject: 'Hello\r\nBcc: everybody@evil.example' })).toEqual([
      'subject: Subject: write it in one line.',
    ])
  })

  test('a Social Security number is refused', () => {
    expect(messages({ body: '<p>Tenant 123-45-6789</p>' })).toHaveLength(1)
    expect(messages({ body: '<p>Call 573-555-0100</p>' })).toEqual([])
  })

  test('a template’s own placeholders need valid and unique names', () => {
    expect(
      messages({
        own: [
          { name: 'today', value: 'x' },
          { name: '1st', value: 'x' },
        ],
      }),
    ).toEqual([
      'additionalParameters.0.name: Name: this placeholder exists already.',
      'additionalParameters.1.name: Name: begin with a letter, then letters and digits.',
    ])
  })
})

describe('filling in', () => {
  test('values of several properties are listed, each once', () => {
    const mailTemplateValues = getMailTemplateValues(
      'Property',
      facts(property('Maple', { agencyNumber: '12-034' })),
    )
    expect(mailTemplateValues).toMatchObject({
      propertyName: 'Maple',
      propertyNumber: '12-034',
      today: '11/21/2026',
      deadline: 'May 1',
    })
    const many = getMailTemplateValues(
      'Property',
      facts(...['A', 'B', 'C', 'D', 'E'].map((name) => property(name))),
    )
    expect(many).toMatchObject({ propertyName: 'A, B, C and 2 more', companyName: 'Test Company' })
    expect(many.propertyList?.split('\n')).toHaveLength(5)
    expect(Object.keys(getMailTemplateValues('Person', facts()))).not.toContain('propertyName')
  })

  test('placeholders without a value are listed', () => {
    const values = getMailTemplateValues('Property', facts(property('Maple')))
    expect(
      getMissingPlaceholders(
        { subject: '{{propertyName}}', body: '{{lihtcNumber}} {{ownerName}} {{deadline}}' },
        values,
      ),
    ).toEqual(['lihtcNumber', 'ownerName'])
  })

  test('a value cannot add markup to the text or a line break to the subject', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const { html, subject } = fillContent(
          { subject: '{{name}}', body: '<p>{{name}}</p>' },
          { name: value },
        )
        expect(html.replaceAll('<br>', '')).toMatch(/^<p>[^<>]*<\/p>$/)
        expect(subject).not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})

test('rich text is converted to plain text with paragraphs, lists and links', () => {
  const html =
    '<h2>Due</h2><p>Dear &amp; <strong>you</strong>,<br>see <a href="https://x.example">here</a>:</p><ul><li><p>One</p></li><li>Two</li></ul><p>Bye</p>'
  expect(convertHtmlToText(html)).toBe(
    'Due\n\nDear & you,\nsee here (https://x.example):\n\n• One\n• Two\n\nBye',
  )
})
