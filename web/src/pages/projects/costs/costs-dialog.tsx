import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../../api/queries.ts';
import { decimalsOf } from '../../../contract/money.ts';
import type { Project, ProjectCosts } from '../../../contract/schemas.ts';
import { localeTag, useMessages } from '../../../i18n/locale.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { parseAmount, typedAmount } from '../../costs/typed-amounts.ts';
import { useProjectCostTexts } from './texts/texts.ts';

interface Props {
  project: Project;
  settings: ProjectCosts;
  onClose: () => void;
}

/** Those that are chosen most come first. */
const commonCurrencies = ['EUR', 'PLN', 'CHF', 'GBP', 'CZK', 'USD'];

/** Sets the currency and the limit of the costs of a project. */
export function CostsDialog({ project, settings, onClose }: Props) {
  const messages = useMessages();
  const texts = useProjectCostTexts();
  const [currency, setCurrency] = useState(settings.currency);
  const [limit, setLimit] = useState(() =>
    settings.approval_limit === null ? '' : typedAmount(settings.approval_limit, settings.currency, localeTag()),
  );
  const approval_limit = limit.trim() === '' ? null : parseAmount(limit, currency);
  const save = useFormMutation('PUT /ext/projects/{id}/costs', {
    invalidates: ['GET /ext/projects/{id}/costs', 'GET /ext/tickets', 'GET /ext/tickets/{id}', 'GET /ext/tickets/{id}/costs'],
    onSuccess: () => {
      showToast({ text: texts.saved });
      onClose();
    },
  });
  function submit(): void {
    if (approval_limit !== undefined) save.mutate({ params: { id: project.id }, body: { currency, approval_limit } });
  }
  const names = new Intl.DisplayNames(localeTag(), { type: 'currency' });
  const codes = [...new Set([...commonCurrencies, currency, ...Intl.supportedValuesOf('currency')])];
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Form
        submit={messages.app.save}
        onSubmit={submit}
        onCancel={onClose}
        mutation={save}
        isReady={approval_limit !== undefined}
      >
        <Text c="dimmed">{texts.lead}</Text>
        <NativeSelect
          label={texts.currency}
          description={texts.currencyHint}
          value={currency}
          data={codes.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))}
          onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
        />
        <TextInput
          label={`${texts.limitIn(currency)} (${messages.app.optional})`}
          description={texts.limitHint}
          inputMode="decimal"
          value={limit}
          maxLength={20}
          onChange={({ currentTarget }) => setLimit(currentTarget.value)}
          error={approval_limit === undefined && texts.wrongAmount(decimalsOf(currency))}
        />
      </Form>
    </Dialog>
  );
}
