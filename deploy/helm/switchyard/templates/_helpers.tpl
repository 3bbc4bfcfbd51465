{{/* At most 40 characters, so that what is appended to it stays within 63; a longer one ends in a hash. */}}
{{- define "switchyard.name" -}}
{{- $name := printf "%s-switchyard" .Release.Name -}}
{{- if gt (len $name) 40 -}}
{{ printf "%s-%s" (trunc 31 $name | trimSuffix "-") (sha256sum $name | trunc 8) }}
{{- else -}}
{{ $name }}
{{- end -}}
{{- end }}

{{/* Labels of pods as well: nothing that changes with a version of the chart, which would restart them. */}}
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
{{ .registry }}/{{ .repository }}/{{ $.name }}:{{ .tag | default $.root.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* What all pods have in common; `settings` are the values of the component. */}}
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
{{- with .settings.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .settings.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .settings.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{/* What all containers have in common. */}}
{{- define "switchyard.container" -}}
image: {{ include "switchyard.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
resources: {{- toYaml .settings.resources | nindent 2 }}
{{- with .settings.envFrom }}
envFrom: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "switchyard.mounts" -}}
- name: tmp
  mountPath: /tmp
{{- with .settings.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "switchyard.volumes" -}}
- name: tmp
  emptyDir: {}
{{- with .settings.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Variables of the chart, and those of the values, which win: a name must not come twice. */}}
{{- define "switchyard.variables" -}}
{{- $given := .settings.env -}}
{{- range fromYamlArray .own }}
{{- if not (hasKey $given .name) }}
{{ list . | toYaml }}
{{- end }}
{{- end }}
{{- range $name, $value := $given }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "switchyard.secretVariable" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .root.Values.existingSecret }}
      key: {{ .key }}
{{- if .optional }}
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
{{ include "switchyard.secretVariable" (dict "root" . "name" "SWITCHYARD_QUEUE_URL" "key" "queueUrl" "optional" true) }}
{{- end }}

{{- define "switchyard.budget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "switchyard.name" .root }}-{{ .component }}
  labels: {{- include "switchyard.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{- include "switchyard.selector" . | nindent 6 }}
{{- end }}
