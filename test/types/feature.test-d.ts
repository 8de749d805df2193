import { defineFeatures, type Feature, open, signedIn } from '@plinth/core'
import type { Access } from '@plinth/core/acl'
import { type Equal, expectType } from './_expect-type.ts'

const features = defineFeatures('books', { view: 'View books', 'authors.manage': 'Manage authors' })

expectType<Equal<typeof features.view, Feature>>()
expectType<Equal<keyof typeof features, 'view' | 'authors.manage'>>()

// @ts-expect-error no such feature
void features.manage
// @ts-expect-error features are constants
features.view.id = 'books.other'
// @ts-expect-error a feature has a title
defineFeatures('books', { view: 1 })

void (open satisfies Access)
void (signedIn satisfies Access)
void (features.view satisfies Access)
void ([features.view, features['authors.manage']] satisfies Access)
// @ts-expect-error a feature is a value, not its name
void ('books.view' satisfies Access)
