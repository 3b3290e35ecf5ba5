import { contactTypeLabels, propertyStatusLabels } from '#core/platform/lookups/model/index.ts'
import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  code,
  day,
  decimal,
  flag,
  id,
  longText,
  moment,
  money,
  number,
  ofProduct,
  ref,
  requiredText,
  text,
  withDocumentNames,
  zip,
} from '#kernel/model/field.ts'
import { requestStatusLabels } from '#kernel/model/status.ts'
import { nonComplianceLabels } from './nonCompliance.ts'

/** The kinds of residents that a property is built for. */
export const housingTypes = ['Family', 'Elderly', 'Special needs'] as const

/** A property that the agency monitors; called "project" in the specification's paths. */
export const Property = entity('Property', {
  table: 'property',
  key: 'propertyId',
  label: 'Property',
  fields: {
    propertyId: id('Property'),
    name: requiredText('Name', 200),
    agencyNumber: ofProduct(text('Agency number', 30), '{product}Number'),
    statusId: code('Status', 0, 6, propertyStatusLabels),
    decontrolStatus: code('Decontrol status', -1, 6, requestStatusLabels).nullable(),
    version: number('Version').unwrap(),
    address: text('Street address', 200),
    city: text('City', 100),
    state: text('State', 2).unwrap(),
    zip: zip(),
    countyId: ref('County', 'County'),
    congressionalDistrict: text('Congressional district', 20),
    latitude: decimal('Latitude'),
    longitude: decimal('Longitude'),
    totalUnits: number('Total units', 0, 5000).unwrap(),
    lowIncomeUnits: number('Low-income units', 0, 5000),
    housingType: choiceField('Housing type', housingTypes),
    yearBuilt: number('Year built', 1800, 2100),
    serviceDate: day('Placed in service'),
    extendedUseDate: day('Extended use ends'),
    extendedUseComputed: flag('Extended-use date computed'),
    fiscalYearEndMonth: number('Fiscal year ends in month', 1, 12).unwrap(),
    /** The month in which it ended before the last change, and the day of that change, set by a trigger. */
    earlierFiscalYearEndMonth: number('Fiscal year ended in month before', 1, 12),
    fiscalYearChangedOn: day('Fiscal year changed on'),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    ownerName: text('Owner', 200),
    ownerManaged: flag('Owner managed'),
    nonCompliant: flag(nonComplianceLabels.mark),
    averageIncomeTest: flag('Average income test'),
    monitoredForReserves: flag('Monitored for reserves'),
    financialNotes: longText('Financial notes'),
    billingAddress: text('Billing address', 400),
    source: text('Source of record', 200),
    createdAt: moment('Created'),
  },
  serverOnly: [
    'statusId',
    'decontrolStatus',
    'createdAt',
    'earlierFiscalYearEndMonth',
    'fiscalYearChangedOn',
  ],
  agencyOnly: ['financialNotes'],
})

/** The units of one size in a property; called `ProjectRoomType` on the wire. */
export const PropertyRoomType = entity('ProjectRoomType', {
  table: 'property_room_type',
  key: 'projectRoomTypeId',
  label: 'Unit type',
  fields: {
    projectRoomTypeId: id(),
    propertyId: id('Property'),
    roomTypeId: id('Bedrooms'),
    count: number('Units', 0, 5000).unwrap(),
    specialNeedsCount: number('Special-needs units', 0, 5000).unwrap(),
    vacantCount: number('Vacant units', 0, 5000),
  },
})

/**
 * The monthly contract rent from a date on. Units of one type may rent under several programs, so a rent is
 * identified by its unit type, its rent type, and whether it is for existing tenants, to whom the rules from
 * before the agency's new policy still apply.
 */
export const PropertyRent = entity('PropertyRent', {
  table: 'property_rent',
  key: 'propertyRentId',
  label: 'Rent',
  fields: {
    propertyRentId: id(),
    propertyId: id('Property'),
    projectRoomTypeId: id('Unit type'),
    rentTypeId: ref('Rent type', 'RentType'),
    existingTenants: flag('Existing tenants'),
    units: number('Units', 0, 5000),
    rent: money('Monthly rent').unwrap(),
    utilityAllowance: money('Utility allowance').unwrap(),
    incomeLimitPercent: number('Income limit (percent)', 1, 120),
    effectiveDate: day('Effective').unwrap(),
  },
})

/** A comment on a property. */
export const PropertyComment = entity('PropertyComment', {
  table: 'property_comment',
  key: 'propertyCommentId',
  label: 'Comment',
  fields: {
    propertyCommentId: id(),
    propertyId: id('Property'),
    comment: longText('Comment', 4000).unwrap(),
    internalToAgency: ofProduct(flag('Internal to the agency'), 'internalTo{product}'),
    createdBy: ref('Written by', 'User'),
    createdAt: moment('Written'),
  },
  serverOnly: ['createdBy', 'createdAt'],
})

/** A LIHTC number of a property; the one with the lowest position is shown. */
export const PropertyLihtcNumber = entity('PropertyLihtcNumber', {
  table: 'property_lihtc_number',
  key: 'propertyLihtcNumberId',
  label: 'LIHTC number',
  fields: {
    propertyLihtcNumberId: id(),
    propertyId: id('Property'),
    lihtcNumber: requiredText('LIHTC number', 30),
    position: number('Position', 1, 50).unwrap(),
  },
})

/** A federal program of a property, with the units it covers and the day it ends. */
export const PropertyFederalType = entity('PropertyFederalType', {
  table: 'property_federal_type',
  key: 'propertyFederalTypeId',
  label: 'Federal type of a property',
  fields: {
    propertyFederalTypeId: id(),
    propertyId: id('Property'),
    federalTypeId: id('Federal type'),
    unitsCovered: number('Units covered', 0, 5000),
    endsOn: day('Ends on'),
  },
})

/** An inspection of a property with its score. */
export const PropertyInspection = entity('PropertyInspection', {
  table: 'property_inspection',
  key: 'propertyInspectionId',
  label: 'Inspection score',
  fields: {
    propertyInspectionId: id(),
    propertyId: id('Property'),
    inspectionDate: day('Inspected').unwrap(),
    score: decimal('Score'),
    scoreText: text('Score as published', 20),
    source: text('Source', 200).unwrap(),
    comment: longText('Comment'),
  },
})

/** A person who is a contact of properties or of management companies. */
export const Contact = entity('Contact', {
  table: 'contact',
  key: 'contactId',
  label: 'Contact',
  fields: {
    contactId: id(),
    name: withDocumentNames(requiredText('Name', 200), 'conName'),
    company: text('Company', 200),
    title: text('Title', 100),
    address1: withDocumentNames(text('Address', 200), 'conAddress1'),
    address2: withDocumentNames(text('Address, second line', 200), 'conAddress2'),
    city: withDocumentNames(text('City', 100), 'conCity'),
    state: withDocumentNames(text('State', 2), 'conState'),
    zip: withDocumentNames(zip(), 'conZip'),
    phone: text('Phone', 30),
    email: text('E-mail', 254),
    active: flag('Active'),
  },
})

/** A person named as the contact of a property for a contact type. */
export const PropertyContact = entity('PropertyContact', {
  table: 'property_contact',
  key: 'propertyContactId',
  label: 'Contact of a property',
  fields: {
    propertyContactId: id(),
    propertyId: id('Property'),
    contactId: id('Contact'),
    contactTypeId: code('Contact type', 1, 8, contactTypeLabels),
    leadReferralAgency: flag('Lead referral agency'),
  },
})

/** A change of a property's management company that takes effect on a future day. */
export const PlannedCompanyChange = entity('PlannedCompanyChange', {
  table: 'planned_company_change',
  key: 'plannedCompanyChangeId',
  label: 'Planned change of company',
  fields: {
    plannedCompanyChangeId: id(),
    propertyId: id('Property'),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    fromDate: day('From').unwrap(),
    createdBy: ref('Entered by', 'User'),
    createdAt: moment('Entered'),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
