{{- define "switchyard.name" -}}
{{ .Release.Name }}-switchyard
{{- end }}

{{- define "switchyard.selector" -}}
app.kubernetes.io/name: switchyard
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "switchyard.labels" -}}
{{ include "switchyard.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "switchyard.image" -}}
{{- with .root.Values.image -}}
{{- if .registry }}{{ .registry }}/{{ end }}{{ .repository }}/{{ $.name }}:{{ .tag | default $.root.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "switchyard.pod" -}}
serviceAccountName: {{ include "switchyard.name" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- define "switchyard.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "switchyard.secretVariable" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ required "existingSecret: name a Secret" .root.Values.existingSecret }}
      key: {{ .key }}
{{- if eq .key "queueUrl" }}
      optional: true
{{- end }}
{{- end }}

{{- define "switchyard.serverVariables" -}}
- name: SWITCHYARD_WEB_HOST
  value: {{ .Values.webHost | quote }}
- name: SWITCHYARD_DATA_DIR
  value: /tmp
{{ include "switchyard.secretVariable" (dict "root" . "name" "SWITCHYARD_DATABASE_URL" "key" "databaseUrl") }}
{{ include "switchyard.secretVariable" (dict "root" . "name" "SWITCHYARD_SECRET_KEY" "key" "secretKey") }}
{{ include "switchyard.secretVariable" (dict "root" . "name" "SWITCHYARD_QUEUE_URL" "key" "queueUrl") }}
{{- end }}

{{- define "switchyard.moreVariables" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
